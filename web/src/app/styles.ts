/** The style sheets of components on the first screens. A lazy screen imports those that it uses in addition. */
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Input.css'
import './global.css'
import '../components/buttons/buttons.css'

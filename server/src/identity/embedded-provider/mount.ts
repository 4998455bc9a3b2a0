import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html, pageSecurityPolicy, renderPage } from '../../http/html.ts'
import { type DemoPerson, demoPeople } from './demo-people.ts'
import { embeddedPath } from './embedded-path.ts'
import { demoPersonNamed, type EmbeddedProvider } from './embedded-provider.ts'

type Interaction = { Params: { uid: string; name?: string } }

/** The routes of the embedded provider. The app reaches them over HTTP, as with any other provider. */
export function mountEmbeddedProvider(app: FastifyInstance, embedded: () => EmbeddedProvider | undefined): void {
  const get = () => {
    const provider = embedded()?.provider
    if (!provider) throw new Error('The embedded provider is asked for before the server listens.')
    return provider
  }

  app.register(async (idp) => {
    // The provider parses request bodies itself.
    idp.removeAllContentTypeParsers()
    idp.addContentTypeParser('*', (_request, _payload, done) => done(null))

    for (const path of ['/interaction/:uid', '/interaction/:uid/:name']) {
      idp.get<Interaction>(embeddedPath + path, async (request, reply) => {
        const { uid, name } = request.params
        const interaction = await get()
          .interactionDetails(request.raw, reply.raw)
          .catch(() => undefined)
        if (!interaction) return sendPage(reply, 400, 'Sign-in has expired', expired)
        const person = demoPersonNamed(name ?? interaction.params.login_hint)
        if (!person) return sendPage(reply, 200, 'Sign in as', choice(uid))
        const login = { accountId: person.name, acr: '4', amr: ['demo'] }
        return reply.redirect(await get().interactionResult(request.raw, reply.raw, { login }), 303)
      })
    }

    idp.all(`${embeddedPath}/*`, (request, reply) => {
      reply.hijack()
      const { raw } = request
      // The provider derives its mount path from the difference of the two.
      Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(embeddedPath.length) })
      get().callback()(raw, reply.raw)
    })
  })
}

function sendPage(reply: FastifyReply, status: number, title: string, body: Html) {
  return reply
    .code(status)
    .header('content-security-policy', pageSecurityPolicy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(renderPage(title, body))
}

const expired = html`<p>This sign-in was started too long ago, or in another browser. <a href="/">Start again</a></p>`

function choice(uid: string) {
  const row = ({ name, given_name, family_name, work }: DemoPerson) =>
    html`<li><a href="${embeddedPath}/interaction/${uid}/${name}"><strong>${given_name} ${family_name}</strong><br>
<span class="soft">${work}</span></a></li>`
  return html`<p class="soft">These are the demo people of this installation. In a real installation, the health identity provider signs you in here.</p>
<ul class="list">${demoPeople.map(row)}</ul>`
}

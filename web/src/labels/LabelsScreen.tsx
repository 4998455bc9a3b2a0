import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type CSSProperties, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { useRead } from '../calls/graphql.ts'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { Notice } from '../components/notices/Notice.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { ReadingBar } from '../components/page/ReadingBar.tsx'
import { chosenBefore } from '../exports/choice/chosen-before.ts'
import { SubjectsToLabelDocument, type SubjectsToLabelQuery } from '../generated/graphql.ts'
import { StudyPage } from '../studies/study/StudyPage.tsx'
import { useStudy } from '../studies/study/use-study.ts'
import classes from './Labels.module.css'
import { type LabelSheet, labelSheets, layOut, maxLabels, perSheet, placeOf } from './label-sheets.ts'
import { qrPath } from './qr-path.ts'

type Labelled = SubjectsToLabelQuery['listSubjects'][number]

const maxCopies = 10

/** Lengths in millimetres: of paper when printed, and as large as the window allows when shown. */
function inMillimetres(lengths: Record<string, number>): CSSProperties {
  return Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, `calc(${length} * var(--mm))`]))
}

/** /studies/:studyid/labels: labels of the chosen subjects on sheets, or of all. */
export function LabelsScreen() {
  const t = useTranslations('labels')
  const { studyid, name: study } = useStudy()
  const { state } = useLocation()
  const chosen = useMemo(() => chosenBefore(state), [state])
  const { data, isReading } = useRead(SubjectsToLabelDocument, { studyid })
  const [sheetKey, setSheetKey] = useState<string>()
  const [copies, setCopies] = useState(1)
  const [first, setFirst] = useState(1)
  const sheet = labelSheets.find(({ key }) => key === sheetKey) ?? labelSheets[0]
  const subjects = useMemo(
    () =>
      data?.listSubjects.filter(({ subjectid, status }) => (chosen ? chosen.has(subjectid) : status !== 'DELETED')) ??
      [],
    [data, chosen],
  )
  if (!sheet) return null
  const count = subjects.length * copies
  const isTooMuch = count > maxLabels
  const pages = isTooMuch ? [] : layOut(subjects, sheet, copies, Math.min(first, perSheet(sheet)) - 1)

  return (
    <StudyPage>
      <PageHeading
        level={2}
        help={t('purpose')}
        action={
          <Button disabled={pages.length === 0} onClick={() => window.print()}>
            {t('print')}
          </Button>
        }
      >
        {t('heading')}
      </PageHeading>
      <ReadingBar isReading={isReading} />
      <div className={classes.tools}>
        <NativeSelect label={t('sheet')} value={sheet.key} onChange={(event) => setSheetKey(event.currentTarget.value)}>
          {labelSheets.map((each) => (
            <option key={each.key} value={each.key}>
              {t(each.key === 'roll' ? 'roll' : 'sheets', {
                width: each.width,
                height: each.height,
                count: perSheet(each),
              })}
            </option>
          ))}
        </NativeSelect>
        <Count label={t('copies')} value={copies} max={maxCopies} onChange={setCopies} />
        {perSheet(sheet) > 1 && <Count label={t('first')} value={first} max={perSheet(sheet)} onChange={setFirst} />}
        {chosen && <LinkButton to={paths.labels(studyid)}>{t('all')}</LinkButton>}
      </div>
      {data && (
        <p className={classes.sum} role="status">
          {subjects.length === 0
            ? t('none')
            : t('sum', { subjects: subjects.length, labels: count, sheets: pages.length })}
        </p>
      )}
      {pages.length > 0 && <p className={classes.scale}>{t('scale')}</p>}
      {isTooMuch && <Notice kind="warning" title={t('tooMany', { max: maxLabels })} />}
      <div className={classes.sheets} data-print-labels data-sheet={sheet.page.width === 210 ? 'a4' : 'roll'}>
        {pages.map((labels, page) => (
          <section
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
            key={page}
            className={classes.sheet}
            aria-label={t('page', { page: page + 1 })}
            style={inMillimetres(sheet.page)}
          >
            {labels.map(({ item, place }) => (
              <Label key={place} subject={item} study={study} studyid={studyid} sheet={sheet} place={place} />
            ))}
          </section>
        ))}
      </div>
    </StudyPage>
  )
}

/** A number from 1 up to `max`, as it is typed. */
function Count({
  label,
  value,
  max,
  onChange,
}: {
  label: string
  value: number
  max: number
  onChange: (value: number) => void
}) {
  const [typed, setTyped] = useState(String(value))
  return (
    <TextInput
      type="number"
      label={label}
      className={classes.count}
      value={typed}
      min={1}
      max={max}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        const count = Math.floor(Number(event.currentTarget.value))
        if (count >= 1) onChange(Math.min(count, max))
      }}
      onBlur={() => setTyped(String(value))}
    />
  )
}

function Label({
  subject,
  study,
  studyid,
  sheet,
  place,
}: {
  subject: Labelled
  study: string
  studyid: string
  sheet: LabelSheet
  place: number
}) {
  const t = useTranslations('labels')
  const name = subjectName(subject)
  const { size, path } = useMemo(
    () => qrPath(`${window.location.origin}${paths.subject(studyid, subject.subjectid)}`),
    [studyid, subject.subjectid],
  )
  const { width, height } = sheet
  return (
    <div className={classes.label} style={inMillimetres({ ...placeOf(sheet, place), width, height })}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('code', { name })} shapeRendering="crispEdges">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <div className={classes.text}>
        <p className={classes.name} data-length={name.length > 40 ? 'longest' : name.length > 14 ? 'long' : undefined}>
          {name}
        </p>
        <p className={classes.study}>{study}</p>
      </div>
    </div>
  )
}

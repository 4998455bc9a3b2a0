import type { Row } from './row.ts'

const ofStaff = { groups: ['admin', 'hp'] } as const

/** The rows of schedules and visits. */
export const visitRows: Readonly<Record<string, Row>> = {
  listVisits: { give: ({ studyid }) => ({ studyid }), ...ofStaff },
  listSubjectVisits: { give: ({ subjectid }) => ({ subjectid }), ...ofStaff },
  listVisitStandings: { give: ({ studyid }) => ({ studyid }), ...ofStaff },
  listCalendar: { give: ({ studyid }) => ({ studyid, from: '2026-10-01', to: '2026-10-31' }), ...ofStaff },
  listDeviations: { give: ({ studyid }) => ({ studyid }), ...ofStaff },
  explainDeviation: {
    give: ({ subjectid, visitid }) => ({
      input: { subjectid, visitid, occurrence: 1, kind: 'MISSED', explanation: 'moved away' },
    }),
    ...ofStaff,
    // The visit of the place was not missed.
    answer: 'NOT_FOUND',
  },
  reviewVisits: {
    give: ({ studyid, visitid, formtypeid }) => ({
      studyid,
      visits: [{ visitid, name: 'First day', day: 7, formtypeids: [formtypeid], activitytypeids: [] }],
    }),
    groups: ['study:admin'],
  },
  updateVisits: {
    give: ({ studyid, visitid, formtypeid, activitytypeid }) => ({
      studyid,
      visits: [
        {
          visitid,
          name: 'Day one',
          day: 1,
          daysAfter: 2,
          formtypeids: [formtypeid],
          activitytypeids: [activitytypeid],
        },
      ],
      removed: [],
    }),
    groups: ['study:admin'],
  },
  updateSubjectVisit: {
    give: ({ subjectid, visitid }) => ({
      input: { subjectid, visitid, occurrence: 1, state: 'MISSED', date: '2026-10-21', reason: 'ill', version: 1 },
    }),
    ...ofStaff,
  },
}

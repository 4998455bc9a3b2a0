import type { Row } from './row.ts'

const ofStaff = { groups: ['admin', 'hp'] } as const

/** The rows of schedules and visits. */
export const visitRows: Readonly<Record<string, Row>> = {
  listVisits: { give: ({ studyid }) => ({ studyid }), ...ofStaff },
  listSubjectVisits: { give: ({ subjectid }) => ({ subjectid }), ...ofStaff },
  listVisitStandings: { give: ({ studyid }) => ({ studyid }), ...ofStaff },
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

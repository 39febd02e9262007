import type { Entry } from './applicant.ts';

/** One answer, and the questions that stand on the page after it. */
export interface Step {
  readonly answer: string;
  readonly with: Entry;
  readonly visible: string;
}

/** A sample form filled in from beginning to end; ids are worked out from its conditions by hand. */
export interface Journey {
  readonly form: string;
  readonly start: string;
  readonly steps: readonly Step[];
  /** Question ids of the `POST /api/v1/answers` that must arrive, in order; one each, files one by one. */
  readonly posts: string;
  /** What the service holds afterwards, for some of them. */
  readonly held: Readonly<Record<string, unknown>>;
}

/** Four levels deep four times: a write-up, a notice period, a work permit; answers that were hidden again stay here. */
const engineer: Journey = {
  form: 'engineer',
  start: '101 102 103 104 105 106 107 108 109 110 111 112 113 114',
  steps: [
    {
      answer: '101',
      with: '  A timetable planner  ',
      visible: '101 102 103 104 105 106 107 108 109 110 111 112 113 114',
    },
    { answer: '102', with: '8', visible: '101 102 121 103 104 105 106 107 108 109 110 111 112 113 114' },
    {
      answer: '121',
      with: 'Two juniors',
      visible: '101 102 121 103 104 105 106 107 108 109 110 111 112 113 114',
    },
    { answer: '102', with: '1.5', visible: '101 102 122 103 104 105 106 107 108 109 110 111 112 113 114' },
    {
      answer: '103',
      with: ['PostgreSQL', 'Something else'],
      visible: '101 102 122 103 124 123 104 105 106 107 108 109 110 111 112 113 114',
    },
    {
      answer: '123',
      with: 'Zig',
      visible: '101 102 122 103 124 123 104 105 106 107 108 109 110 111 112 113 114',
    },
    {
      answer: '124',
      with: '1,500',
      visible: '101 102 122 103 124 141 123 104 105 106 107 108 109 110 111 112 113 114',
    },
    {
      answer: '141',
      with: 'Vacuum, then partitions',
      visible: '101 102 122 103 124 141 161 123 104 105 106 107 108 109 110 111 112 113 114',
    },
    {
      answer: '161',
      with: true,
      visible: '101 102 122 103 124 141 161 181 123 104 105 106 107 108 109 110 111 112 113 114',
    },
    {
      answer: '181',
      with: 'example.com/vacuum',
      visible: '101 102 122 103 124 141 161 181 123 104 105 106 107 108 109 110 111 112 113 114',
    },
    {
      answer: '104',
      with: 'A planner, partly with AI',
      visible: '101 102 122 103 124 141 161 181 123 104 125 105 106 107 108 109 110 111 112 113 114',
    },
    {
      answer: '105',
      with: 'https://github.com',
      visible: '101 102 122 103 124 141 161 181 123 104 125 105 106 107 108 109 110 111 112 113 114',
    },
    {
      answer: '106',
      with: { files: ['cv.pdf'] },
      visible: '101 102 122 103 124 141 161 181 123 104 125 105 106 107 108 109 110 111 112 113 114',
    },
    {
      answer: '107',
      with: { files: ['certificate.pdf', 'sample.txt'] },
      visible: '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 110 111 112 113 114',
    },
    {
      answer: '108',
      with: { from: '2021-02-01', to: '2026-11-01' },
      visible: '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 110 111 112 113 114',
    },
    {
      answer: '109',
      with: '2027-10-01',
      visible: '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 110 111 112 113 114',
    },
    {
      answer: '128',
      with: true,
      visible:
        '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 142 110 111 112 113 114',
    },
    {
      answer: '142',
      with: '13',
      visible:
        '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 142 162 110 111 112 113 114',
    },
    {
      answer: '162',
      with: ['Yes, already agreed'],
      visible:
        '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 142 162 182 110 111 112 113 114',
    },
    {
      answer: '109',
      with: '2027-05-01',
      visible: '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 129 110 111 112 113 114',
    },
    {
      answer: '109',
      with: '2027-10-01',
      visible:
        '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 142 162 182 110 111 112 113 114',
    },
    {
      answer: '182',
      with: '2027-09-15',
      visible:
        '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 142 162 182 110 111 112 113 114',
    },
    {
      answer: '142',
      with: '12',
      visible:
        '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 142 110 111 112 113 114',
    },
    {
      answer: '110',
      with: ['Fully remote'],
      visible:
        '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 142 110 130 111 112 113 114',
    },
    {
      answer: '130',
      with: 'Spain, CET',
      visible:
        '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 142 110 130 111 112 113 114',
    },
    {
      answer: '111',
      with: false,
      visible:
        '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 142 110 130 111 132 112 113 114',
    },
    {
      answer: '132',
      with: ['I already have one'],
      visible:
        '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 142 110 130 111 132 143 112 113 114',
    },
    {
      answer: '143',
      with: '2028-03-01',
      visible:
        '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 142 110 130 111 132 143 163 112 113 114',
    },
    {
      answer: '163',
      with: { files: ['permit.pdf'] },
      visible:
        '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 142 110 130 111 132 143 163 183 112 113 114',
    },
    {
      answer: '112',
      with: '84000.01',
      visible:
        '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 142 110 130 111 132 143 163 183 112 133 113 114',
    },
    {
      answer: '112',
      with: '84000',
      visible:
        '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 142 110 130 111 132 143 163 183 112 113 114',
    },
    {
      answer: '114',
      with: false,
      visible:
        '101 102 122 103 124 141 161 181 123 104 125 105 106 107 127 108 109 128 142 110 130 111 132 143 163 183 112 113 114',
    },
  ],
  posts:
    '101 102 103 124 141 161 181 123 104 105 106 107 107 108 109 128 142 110 130 111 132 143 163 112 114',
  held: {
    '101': 'A timetable planner',
    '102': '1.5',
    '103': ['PostgreSQL', 'Something else'],
    '124': '1500',
    '161': true,
    '181': 'https://example.com/vacuum',
    '108': { from: '2021-02-01', to: '2026-11-01' },
    '109': '2027-10-01',
    '112': '84000',
    '114': false,
  },
};

/** With no file, "is not attached" holds: these four stand there from the beginning. */
const noFile = '2009 2130 2131 2010 2134 2135';

const oneOfEach: Journey = {
  form: 'one-of-each',
  start: `2001 2002 2003 2004 2005 2006 2007 2008 ${noFile} 2011`,
  steps: [
    {
      answer: '2001',
      with: true,
      visible: `2001 2101 2104 2002 2003 2004 2005 2006 2007 2008 ${noFile} 2011`,
    },
    {
      answer: '2001',
      with: false,
      visible: `2001 2102 2103 2002 2003 2004 2005 2006 2007 2008 ${noFile} 2011`,
    },
    {
      answer: '2002',
      with: 'Nurse',
      visible: `2001 2102 2103 2002 2105 2107 2003 2004 2005 2006 2007 2008 ${noFile} 2011`,
    },
    {
      answer: '2002',
      with: 'nurse',
      visible: `2001 2102 2103 2002 2106 2107 2003 2004 2005 2006 2007 2008 ${noFile} 2011`,
    },
    {
      answer: '2002',
      with: null,
      visible: `2001 2102 2103 2002 2003 2004 2005 2006 2007 2008 ${noFile} 2011`,
    },
    {
      answer: '2003',
      with: 'night shifts',
      visible: `2001 2102 2103 2002 2003 2109 2111 2004 2005 2006 2007 2008 ${noFile} 2011`,
    },
    {
      answer: '2004',
      with: 'example.com/cv',
      visible: `2001 2102 2103 2002 2003 2109 2111 2004 2113 2005 2006 2007 2008 ${noFile} 2011`,
    },
    {
      answer: '2005',
      with: ['Part time'],
      visible: `2001 2102 2103 2002 2003 2109 2111 2004 2113 2005 2116 2006 2007 2008 ${noFile} 2011`,
    },
    {
      answer: '2006',
      with: ['Days', 'Nights'],
      visible: `2001 2102 2103 2002 2003 2109 2111 2004 2113 2005 2116 2006 2117 2007 2008 ${noFile} 2011`,
    },
    {
      answer: '2007',
      with: '10.00',
      visible: `2001 2102 2103 2002 2003 2109 2111 2004 2113 2005 2116 2006 2117 2007 2119 2008 ${noFile} 2011`,
    },
    {
      answer: '2007',
      with: '-3',
      visible: `2001 2102 2103 2002 2003 2109 2111 2004 2113 2005 2116 2006 2117 2007 2120 2122 2123 2008 ${noFile} 2011`,
    },
    {
      answer: '2007',
      with: '1000.5',
      visible: `2001 2102 2103 2002 2003 2109 2111 2004 2113 2005 2116 2006 2117 2007 2120 2121 2008 ${noFile} 2011`,
    },
    {
      answer: '2008',
      with: '2024-06-05',
      visible: `2001 2102 2103 2002 2003 2109 2111 2004 2113 2005 2116 2006 2117 2007 2120 2121 2008 2124 ${noFile} 2011`,
    },
    {
      answer: '2008',
      with: '2024-06-04',
      visible: `2001 2102 2103 2002 2003 2109 2111 2004 2113 2005 2116 2006 2117 2007 2120 2121 2008 2125 2127 2128 ${noFile} 2011`,
    },
    {
      answer: '2008',
      with: '2026-01-01',
      visible: `2001 2102 2103 2002 2003 2109 2111 2004 2113 2005 2116 2006 2117 2007 2120 2121 2008 2125 2126 ${noFile} 2011`,
    },
    {
      answer: '2130',
      with: 'Not yet',
      visible: `2001 2102 2103 2002 2003 2109 2111 2004 2113 2005 2116 2006 2117 2007 2120 2121 2008 2125 2126 ${noFile} 2011`,
    },
    {
      answer: '2009',
      with: { files: ['letter.pdf'] },
      visible:
        '2001 2102 2103 2002 2003 2109 2111 2004 2113 2005 2116 2006 2117 2007 2120 2121 2008 2125 2126 2009 2129 2132 2010 2134 2135 2011',
    },
    {
      answer: '2010',
      with: { files: ['one.pdf', 'two.pdf'] },
      visible:
        '2001 2102 2103 2002 2003 2109 2111 2004 2113 2005 2116 2006 2117 2007 2120 2121 2008 2125 2126 2009 2129 2132 2010 2133 2136 2011',
    },
    {
      answer: '2103',
      with: 'Because',
      visible:
        '2001 2102 2103 2002 2003 2109 2111 2004 2113 2005 2116 2006 2117 2007 2120 2121 2008 2125 2126 2009 2129 2132 2010 2133 2136 2011',
    },
  ],
  posts: '2001 2103 2003 2004 2005 2006 2007 2008 2009 2010 2010',
  held: { '2001': false, '2004': 'https://example.com/cv', '2006': ['Days', 'Nights'], '2007': '1000.5' },
};

/** Texts that attack and shapes that mislead; those whose place cannot be understood are not here. */
const hostileRest =
  '5601 5602 5603 5604 5605 5606 5621 5622 5623 5624 5625 5626 5627 5628 5641 5642 5643 5644 5645 5646 5647 5648 5649';

const hostile: Journey = {
  form: 'hostile',
  start: `5001 5002 5003 5004 5005 5006 5007 5008 5009 5210 5211 night-porter __proto__ ${hostileRest}`,
  steps: [
    {
      answer: '5001',
      with: true,
      visible: `5001 5501 5401 5402 5002 5003 5004 5005 5006 5007 5008 5009 5210 5211 night-porter __proto__ ${hostileRest}`,
    },
    {
      answer: '5501',
      with: true,
      visible: `5001 5501 5502 5401 5402 5002 5003 5004 5005 5006 5007 5008 5009 5210 5211 night-porter __proto__ ${hostileRest}`,
    },
    {
      answer: '5002',
      with: 'Nurse',
      visible: `5001 5501 5502 5401 5402 5002 5003 5004 5005 5006 5007 5008 5009 5210 5211 night-porter __proto__ ${hostileRest}`,
    },
    {
      answer: '5004',
      with: '2026-06-06',
      visible: `5001 5501 5502 5401 5402 5002 5003 5004 5301 5005 5006 5007 5008 5009 5210 5211 night-porter __proto__ ${hostileRest}`,
    },
    {
      answer: '5007',
      with: ['Late'],
      visible: `5001 5501 5502 5401 5402 5002 5003 5004 5301 5005 5006 5007 5302 5008 5009 5210 5211 night-porter __proto__ ${hostileRest}`,
    },
    {
      answer: 'night-porter',
      with: true,
      visible: `5001 5501 5502 5401 5402 5002 5003 5004 5301 5005 5006 5007 5302 5008 5009 5210 5211 night-porter night-porter-2 __proto__ ${hostileRest}`,
    },
    {
      answer: '__proto__',
      with: 'x',
      visible: `5001 5501 5502 5401 5402 5002 5003 5004 5301 5005 5006 5007 5302 5008 5009 5210 5211 night-porter night-porter-2 __proto__ 5403 ${hostileRest}`,
    },
    {
      answer: '5606',
      with: ['<b>Bold</b>'],
      visible: `5001 5501 5502 5401 5402 5002 5003 5004 5301 5005 5006 5007 5302 5008 5009 5210 5211 night-porter night-porter-2 __proto__ 5403 5601 5602 5603 5604 5605 5606 5607 ${hostileRest.slice(hostileRest.indexOf('5621'))}`,
    },
    {
      answer: '5001',
      with: false,
      visible: `5001 5002 5003 5004 5301 5005 5006 5007 5302 5008 5009 5210 5211 night-porter night-porter-2 __proto__ 5403 5601 5602 5603 5604 5605 5606 5607 ${hostileRest.slice(hostileRest.indexOf('5621'))}`,
    },
  ],
  posts: '5001 5002 5004 5007 night-porter __proto__ 5606',
  held: { '5001': false, '5606': ['<b>Bold</b>'] },
};

export const journeys: readonly Journey[] = [engineer, oneOfEach, hostile];

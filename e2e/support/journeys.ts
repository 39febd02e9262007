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
  /** In which it is filled in, English unless it is given: options are named as they are shown. */
  readonly language?: string;
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

/** Three levels down and back; a file takes the question away that stood in for it. */
const nurse: Journey = {
  form: 'nurse',
  start: '7001 7002 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
  steps: [
    {
      answer: '7001',
      with: ['Surgery'],
      visible: '7001 7002 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7001',
      with: ['Intensive care'],
      visible: '7001 7101 7002 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7101',
      with: true,
      visible: '7001 7101 7201 7002 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7201',
      with: '24',
      visible: '7001 7101 7201 7002 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7201',
      with: '24.5',
      visible: '7001 7101 7201 7301 7002 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7301',
      with: 'The limits of the alarms, before anything else',
      visible: '7001 7101 7201 7301 7002 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7002',
      with: false,
      visible: '7001 7101 7201 7301 7002 7104 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7104',
      with: ['I am registered in another country'],
      visible: '7001 7101 7201 7301 7002 7104 7204 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7204',
      with: 'Portugal',
      visible: '7001 7101 7201 7301 7002 7104 7204 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7002',
      with: true,
      visible: '7001 7101 7201 7301 7002 7102 7103 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7102',
      with: '12A3456E',
      visible: '7001 7101 7201 7301 7002 7102 7103 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7103',
      with: '2028-01-01',
      visible: '7001 7101 7201 7301 7002 7102 7103 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7103',
      with: '2027-12-31',
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7202',
      with: true,
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7003',
      with: '0.5',
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7105 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7003',
      with: '1',
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7003',
      with: '5.01',
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7106',
      with: true,
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7004',
      with: { from: '2021-09-01', to: '2026-11-30' },
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7005',
      with: ['Taking blood', 'Wound care'],
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7005',
      with: ['Taking blood', 'Intravenous medicines', 'Wound care'],
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7107 7205 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7205',
      with: '2027-01-15',
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7107 7205 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7107',
      with: { files: ['medicines.pdf'] },
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7107 7006 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7006',
      with: ['Early', 'Night'],
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7107 7006 7108 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7108',
      with: '6',
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7107 7006 7108 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7007',
      with: '2027-03-01',
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7107 7006 7108 7007 7008 7009 7010 7011 7110 7012',
    },
    {
      answer: '7008',
      with: false,
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7107 7006 7108 7007 7008 7109 7009 7010 7011 7110 7012',
    },
    {
      answer: '7109',
      with: ['A letter for a visa that is being decided'],
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7107 7006 7108 7007 7008 7109 7009 7010 7011 7110 7012',
    },
    {
      answer: '7009',
      with: { files: ['cv.pdf'] },
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7107 7006 7108 7007 7008 7109 7009 7010 7011 7110 7012',
    },
    {
      answer: '7010',
      with: { files: ['diploma.pdf', 'reference.txt'] },
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7107 7006 7108 7007 7008 7109 7009 7010 7011 7110 7012',
    },
    {
      answer: '7110',
      with: 'The wards are never left to one nurse alone',
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7107 7006 7108 7007 7008 7109 7009 7010 7011 7110 7012',
    },
    {
      answer: '7011',
      with: { files: ['letter.pdf'] },
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7107 7006 7108 7007 7008 7109 7009 7010 7011 7012',
    },
    {
      answer: '7012',
      with: true,
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7107 7006 7108 7007 7008 7109 7009 7010 7011 7012 7111',
    },
    {
      answer: '7111',
      with: 'A room without stairs',
      visible:
        '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7107 7006 7108 7007 7008 7109 7009 7010 7011 7012 7111',
    },
  ],
  posts:
    '7001 7101 7201 7301 7002 7102 7103 7202 7003 7106 7004 7005 7107 7006 7108 7007 7008 7109 7009 7010 7010 7011 7012 7111',
  held: {
    '7001': ['Intensive care'],
    '7201': '24.5',
    '7103': '2027-12-31',
    '7003': '5.01',
    '7005': ['Taking blood', 'Intravenous medicines', 'Wound care'],
    '7008': false,
  },
};

/** Grades on both sides of a limit; an address, a date and a word that show what comes next. */
const graduate: Journey = {
  form: 'graduate',
  start: '8001 8002 8003 8004 8005 8006 8007 8008 8009 8010 8011 8012 8013',
  steps: [
    {
      answer: '8001',
      with: ['Markets and regulation'],
      visible: '8001 8103 8002 8003 8004 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8103',
      with: 'Nobody should pay for what a cloud does',
      visible: '8001 8103 8002 8003 8004 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8001',
      with: ['Data and forecasting'],
      visible: '8001 8101 8002 8003 8004 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8101',
      with: 'https://example.com',
      visible: '8001 8101 8002 8003 8004 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8101',
      with: 'example.com/forecast',
      visible: '8001 8101 8201 8002 8003 8004 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8201',
      with: 'The third chart',
      visible: '8001 8101 8201 8002 8003 8004 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8002',
      with: 'Physics, Ghent',
      visible: '8001 8101 8201 8002 8003 8004 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8003',
      with: { from: '2021-09-15', to: '2026-07-10' },
      visible: '8001 8101 8201 8002 8003 8004 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8004',
      with: false,
      visible: '8001 8101 8201 8002 8003 8004 8105 8106 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8105',
      with: '71.25',
      visible: '8001 8101 8201 8002 8003 8004 8105 8106 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8106',
      with: '2027-09-30',
      visible: '8001 8101 8201 8002 8003 8004 8105 8106 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8106',
      with: '2027-10-01',
      visible: '8001 8101 8201 8002 8003 8004 8105 8106 8204 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8204',
      with: true,
      visible: '8001 8101 8201 8002 8003 8004 8105 8106 8204 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8004',
      with: true,
      visible: '8001 8101 8201 8002 8003 8004 8104 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8104',
      with: '59.99',
      visible: '8001 8101 8201 8002 8003 8004 8104 8202 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8202',
      with: 'I kept bees beside it',
      visible: '8001 8101 8201 8002 8003 8004 8104 8202 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8104',
      with: '60',
      visible: '8001 8101 8201 8002 8003 8004 8104 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8104',
      with: '84.51',
      visible: '8001 8101 8201 8002 8003 8004 8104 8203 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8203',
      with: true,
      visible: '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8301',
      with: 'https://example.com/paper',
      visible: '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8005',
      with: '0',
      visible: '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8005',
      with: '6',
      visible:
        '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8107 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8107',
      with: 'The rota is a page, no longer a wall',
      visible:
        '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8107 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8006',
      with: 'A frozen pump, at night, with a manual in a language nobody read',
      visible:
        '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8107 8006 8007 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8007',
      with: 'For the climate, and for the pylons',
      visible:
        '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8107 8006 8007 8108 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8009',
      with: ['Control centre, Arnhem', 'Cable ship'],
      visible:
        '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8107 8006 8007 8108 8008 8009 8010 8011 8012 8013',
    },
    {
      answer: '8009',
      with: ['Offshore platform, North Sea', 'Cable ship'],
      visible:
        '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8107 8006 8007 8108 8008 8009 8109 8010 8011 8012 8013',
    },
    {
      answer: '8109',
      with: true,
      visible:
        '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8107 8006 8007 8108 8008 8009 8109 8205 8010 8011 8012 8013',
    },
    {
      answer: '8109',
      with: false,
      visible:
        '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8107 8006 8007 8108 8008 8009 8109 8010 8011 8012 8013',
    },
    {
      answer: '8010',
      with: { files: ['transcript.pdf'] },
      visible:
        '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8107 8006 8007 8108 8008 8009 8109 8010 8011 8012 8013',
    },
    {
      answer: '8011',
      with: { files: ['cv.pdf'] },
      visible:
        '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8107 8006 8007 8108 8008 8009 8109 8010 8011 8012 8013',
    },
    {
      answer: '8012',
      with: ['Somewhere else'],
      visible:
        '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8107 8006 8007 8108 8008 8009 8109 8010 8011 8012 8110 8013',
    },
    {
      answer: '8110',
      with: 'On a train that stood still',
      visible:
        '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8107 8006 8007 8108 8008 8009 8109 8010 8011 8012 8110 8013',
    },
    {
      answer: '8013',
      with: false,
      visible:
        '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8107 8006 8007 8108 8008 8009 8109 8010 8011 8012 8110 8013',
    },
  ],
  posts:
    '8001 8101 8201 8002 8003 8004 8104 8203 8301 8005 8107 8006 8007 8009 8109 8010 8011 8012 8110 8013',
  held: {
    '8101': 'https://example.com/forecast',
    '8003': { from: '2021-09-15', to: '2026-07-10' },
    '8104': '84.51',
    '8009': ['Offshore platform, North Sea', 'Cable ship'],
    '8109': false,
    '8012': ['Somewhere else'],
  },
};

/** In German: chosen by what is shown, judged and sent by what is stored. */
const translated: Journey = {
  form: 'translated',
  language: 'de',
  start: '6001 6002 6003 6004 6005 6006 6007',
  steps: [
    {
      answer: '6001',
      with: ['Sommer (Juni bis September)'],
      visible: '6001 6102 6002 6003 6004 6005 6006 6007',
    },
    { answer: '6102', with: true, visible: '6001 6102 6002 6003 6004 6005 6006 6007' },
    { answer: '6001', with: ['Das ganze Jahr'], visible: '6001 6101 6002 6003 6004 6005 6006 6007' },
    { answer: '6101', with: '14', visible: '6001 6101 6002 6003 6004 6005 6006 6007' },
    { answer: '6002', with: '2027-03-01', visible: '6001 6101 6002 6003 6004 6005 6006 6007' },
    { answer: '6003', with: ['Kabinen'], visible: '6001 6101 6002 6003 6004 6005 6006 6007' },
    {
      answer: '6003',
      with: ['Restaurant und Bar', 'Kinderclub'],
      visible: '6001 6101 6002 6003 6103 6104 6004 6005 6006 6007',
    },
    { answer: '6103', with: '11', visible: '6001 6101 6002 6003 6103 6104 6004 6005 6006 6007' },
    { answer: '6103', with: '11,5', visible: '6001 6101 6002 6003 6103 6121 6104 6004 6005 6006 6007' },
    {
      answer: '6121',
      with: 'Ruhig bleiben, wenn alle zugleich bestellen',
      visible: '6001 6101 6002 6003 6103 6121 6104 6004 6005 6006 6007',
    },
    {
      answer: '6104',
      with: ['Ich mache ihn gerade'],
      visible: '6001 6101 6002 6003 6103 6121 6104 6123 6004 6005 6006 6007',
    },
    {
      answer: '6123',
      with: '2027-06-30',
      visible: '6001 6101 6002 6003 6103 6121 6104 6123 6004 6005 6006 6007',
    },
    { answer: '6104', with: ['Ja'], visible: '6001 6101 6002 6003 6103 6121 6104 6122 6004 6005 6006 6007' },
    {
      answer: '6122',
      with: { files: ['abschluss.pdf'] },
      visible: '6001 6101 6002 6003 6103 6121 6104 6122 6004 6005 6006 6007',
    },
    {
      answer: '6004',
      with: ['Deutsch', 'Eine andere Sprache'],
      visible: '6001 6101 6002 6003 6103 6121 6104 6122 6004 6105 6005 6006 6007',
    },
    {
      answer: '6105',
      with: 'Dänisch',
      visible: '6001 6101 6002 6003 6103 6121 6104 6122 6004 6105 6005 6006 6007',
    },
    {
      answer: '6005',
      with: false,
      visible: '6001 6101 6002 6003 6103 6121 6104 6122 6004 6105 6005 6107 6006 6007',
    },
    {
      answer: '6107',
      with: ['Manchmal'],
      visible: '6001 6101 6002 6003 6103 6121 6104 6122 6004 6105 6005 6107 6006 6007',
    },
    {
      answer: '6005',
      with: true,
      visible: '6001 6101 6002 6003 6103 6121 6104 6122 6004 6105 6005 6106 6006 6007',
    },
    {
      answer: '6106',
      with: { from: '2024-04-01', to: '2024-09-30' },
      visible: '6001 6101 6002 6003 6103 6121 6104 6122 6004 6105 6005 6106 6006 6007',
    },
    {
      answer: '6006',
      with: { files: ['cv.pdf'] },
      visible: '6001 6101 6002 6003 6103 6121 6104 6122 6004 6105 6005 6106 6006 6007',
    },
    {
      answer: '6007',
      with: 'Weil das Meer jeden Tag anders ist',
      visible: '6001 6101 6002 6003 6103 6121 6104 6122 6004 6105 6005 6106 6006 6007',
    },
  ],
  posts: '6001 6101 6002 6003 6103 6121 6104 6122 6004 6105 6005 6106 6006 6007',
  held: {
    '6001': ['The whole year'],
    '6003': ['Restaurant and bar', 'Children’s club'],
    '6103': '11.5',
    '6104': ['Yes'],
    '6004': ['German', 'Another language'],
    '6005': true,
  },
};

/** Ids one after the other, both ends included. */
const range = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place).join(' ');

const stations = [
  'Outer Skerry',
  'Gannet Rock',
  'The Anvil',
  'Long Ledge',
  'Seal Point',
  'Cormorant',
  'North Stack',
  'Old Man',
  'Kelp Bank',
  'Fulmar',
  'Grey Mare',
  'Landfall',
];

/** Each answer shows one question more, until there is none. */
const chain: readonly Step[] = stations.flatMap((name, station) => {
  const first = 9001 + 5 * station;
  const answers: readonly Entry[] = [true, name, ['Engines'], '7', '2019-10-31'];
  return answers.map((entry, place) => ({
    answer: String(first + place),
    with: entry,
    visible: range(9001, Math.min(first + place + 1, 9060)),
  }));
});

const deep: Journey = {
  form: 'deep',
  start: '9001',
  steps: [
    { answer: '9001', with: false, visible: '9001' },
    ...chain,
    { answer: '9059', with: '0', visible: range(9001, 9059) },
    { answer: '9059', with: '7', visible: range(9001, 9060) },
    { answer: '9004', with: '0', visible: '9001 9002 9003 9004' },
    { answer: '9004', with: '7', visible: range(9001, 9060) },
    { answer: '9033', with: ['I would rather not say'], visible: range(9001, 9033) },
  ],
  posts: range(9001, 9033),
  held: { '9001': true, '9002': 'Outer Skerry', '9033': ['I would rather not say'] },
};

const wideOpen = `30001 30002 ${range(30101, 30300)} 30003`;

const wide: Journey = {
  form: 'wide',
  start: '30001 30002 30003',
  steps: [
    { answer: '30001', with: 'The mud', visible: '30001 30002 30003' },
    { answer: '30002', with: true, visible: wideOpen },
    { answer: '30101', with: true, visible: wideOpen },
    { answer: '30104', with: '140', visible: wideOpen },
    { answer: '30105', with: ['I train others'], visible: wideOpen },
    { answer: '30298', with: 'https://example.com/barriers', visible: wideOpen },
    { answer: '30003', with: '2027-05-02', visible: wideOpen },
    { answer: '30002', with: false, visible: '30001 30002 30003' },
    { answer: '30002', with: true, visible: wideOpen },
    { answer: '30104', with: null, visible: wideOpen },
  ],
  posts: '30001 30002 30101 30105 30298 30003',
  held: { '30101': true, '30105': ['I train others'], '30298': 'https://example.com/barriers' },
};

/** In German: a number written the German way decides, and what was hidden again is not sent. */
const analyst: Journey = {
  form: 'analyst',
  language: 'de',
  start: '4701 4702 4703 4704 4705',
  steps: [
    { answer: '4701', with: 'Wasserverluste', visible: '4701 4702 4703 4704 4705' },
    {
      answer: '4702',
      with: ['SQL-Datenbanken', 'Etwas anderes'],
      visible: '4701 4702 4721 4703 4704 4705',
    },
    { answer: '4721', with: 'Bleistift', visible: '4701 4702 4721 4703 4704 4705' },
    { answer: '4703', with: true, visible: '4701 4702 4721 4703 4722 4704 4705' },
    { answer: '4722', with: '1.000', visible: '4701 4702 4721 4703 4722 4704 4705' },
    { answer: '4722', with: '1.001', visible: '4701 4702 4721 4703 4722 4741 4704 4705' },
    { answer: '4741', with: 'Nachts', visible: '4701 4702 4721 4703 4722 4741 4704 4705' },
    { answer: '4702', with: ['SQL-Datenbanken'], visible: '4701 4702 4703 4722 4741 4704 4705' },
    {
      answer: '4704',
      with: { files: ['analysis.pdf'] },
      visible: '4701 4702 4703 4722 4741 4704 4705',
    },
    { answer: '4705', with: '2027-05-02', visible: '4701 4702 4703 4722 4741 4704 4705' },
  ],
  posts: '4701 4702 4703 4722 4741 4704 4705',
  held: { '4702': ['SQL databases'], '4722': '1001', '4741': 'Nachts', '4705': '2027-05-02' },
};

export const journeys: readonly Journey[] = [
  engineer,
  oneOfEach,
  hostile,
  nurse,
  graduate,
  translated,
  analyst,
  deep,
  wide,
];

/** What draws further details, sections and consents; of a file that comes with the first form that has any. */
import type { ControlProps } from '../controls/control-props.ts';
import type { DetailParts } from '../screen.ts';
import { drawEnd } from './closing.tsx';
import { drawPhoneBack, PhoneControl, type PhoneLookup } from './phone.tsx';
import { drawPart } from './sections.tsx';
import { CountrySelect, StateSelect } from './select.tsx';

export const createDetailParts = (lookup: PhoneLookup): DetailParts => ({
  drawControl(props: ControlProps) {
    switch (props.field.question.detail) {
      case 'phone':
        return <PhoneControl {...props} lookup={lookup} />;
      case 'country':
        return <CountrySelect {...props} />;
      case 'state_province':
        return <StateSelect {...props} />;
      default:
        return null;
    }
  },
  drawBeside: (props) => (props.field.question.detail === 'phone' ? drawPhoneBack(props) : null),
  drawPart,
  drawEnd,
});

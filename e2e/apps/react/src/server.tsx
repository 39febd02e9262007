import { renderToString } from 'react-dom/server';
import { Careers } from './careers';

export const render = (): string => renderToString(<Careers />);

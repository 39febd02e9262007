import { createRoot, hydrateRoot } from 'react-dom/client';
import { Careers } from './careers';

const root = document.querySelector('#root');
if (root?.hasChildNodes()) hydrateRoot(root, <Careers />);
else if (root) createRoot(root).render(<Careers />);

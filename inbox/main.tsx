/** The provider's app: a bundle of its own, which no visitor of the site ever loads. */
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(<App />);

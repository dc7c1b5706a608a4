import { createRoot } from 'react-dom/client';
import { failureReporter } from '#site/stats/failure-reporter.ts';
import { App } from './App.tsx';

const root = document.getElementById('root') as HTMLElement;
createRoot(root, {
  onCaughtError: failureReporter('inbox'),
  onUncaughtError: failureReporter('inbox'),
}).render(<App />);

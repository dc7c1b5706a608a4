import { Component, type ReactNode } from 'react';
import { ErrorPage } from './ErrorPage.tsx';

type State = { error: unknown; failed: boolean };

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render() {
    return this.state.failed ? <ErrorPage reason={reasonOf(this.state.error)} /> : this.props.children;
  }
}

/** Without the stack. */
export function reasonOf(error: unknown): string {
  if (error instanceof Response) return `${error.status} ${error.statusText}`.trim();
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'Unknown error';
}

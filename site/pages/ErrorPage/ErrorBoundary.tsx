import { Component, type ReactNode } from 'react';
import { ErrorPage } from './ErrorPage.tsx';

type State = { error: unknown; failed: boolean };

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render() {
    const { error, failed } = this.state;
    if (!failed) return this.props.children;
    return <ErrorPage reason={error instanceof Error ? error.message : String(error)} />;
  }
}

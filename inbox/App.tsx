import { QueryClientProvider } from '@tanstack/react-query';
import { type AroundNavHandler, Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { inboxPath } from '#contract/addresses.ts';
import { Boundary } from './components/Boundary.tsx';
import { ToastProvider } from './components/Toasts.tsx';
import { LoadingOrError } from './components/Waiting.tsx';
import { Delivery } from './delivery/Delivery.tsx';
import { Frame } from './frame/Frame.tsx';
import { Help } from './help/Help.tsx';
import { LanguageProvider } from './language/LanguageProvider.tsx';
import { Links } from './links/Links.tsx';
import { Leads } from './list/Leads.tsx';
import { queryClient, useSession } from './queries.ts';
import { NameForm } from './sign-in/NameForm.tsx';
import { SignIn } from './sign-in/SignIn.tsx';
import { Site } from './site/Site.tsx';
import { Stats } from './stats/Stats.tsx';

export function App() {
  return (
    <LanguageProvider>
      <Boundary>
        <QueryClientProvider client={queryClient}>
          <ToastProvider>
            <Inbox />
          </ToastProvider>
        </QueryClientProvider>
      </Boundary>
    </LanguageProvider>
  );
}

function Inbox() {
  const { data: session, error, refetch } = useSession();
  if (!session) return <LoadingOrError error={error} retry={refetch} />;
  if (!session.me) return <SignIn {...session} />;
  if (!session.me.name) return <NameForm />;
  return (
    <Router base={inboxPath} aroundNav={replaceSamePage}>
      <Frame name={session.me.name}>
        <Pages />
      </Frame>
    </Router>
  );
}

/** A link to the current page adds no history entry. */
const replaceSamePage: AroundNavHandler = (navigate, to, options) =>
  navigate(to, { ...options, ...(new URL(to, location.href).href === location.href && { replace: true }) });

function Pages() {
  const [address] = useLocation();
  return (
    <Boundary address={address}>
      <Switch>
        <Route path="/stats" component={Stats} />
        <Route path="/links" component={Links} />
        <Route path="/site/*?" component={Site} />
        <Route path="/delivery" component={Delivery} />
        <Route path="/help" component={Help} />
        {/* One route for both: on a wide screen the list stays next to the lead. */}
        <Route path={/^\/(?:leads\/(?<ref>[^/]+))?$/}>{({ ref }) => <Leads opened={ref} />}</Route>
        <Redirect to="/" replace />
      </Switch>
    </Boundary>
  );
}

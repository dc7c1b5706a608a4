import { Contact } from '../sections/Contact/Contact.tsx';
import { Faq } from '../sections/Faq/Faq.tsx';
import { Hero } from '../sections/Hero/Hero.tsx';
import { Process } from '../sections/Process/Process.tsx';
import { Services } from '../sections/Services/Services.tsx';
import { WhyUs } from '../sections/WhyUs/WhyUs.tsx';

export function Landing() {
  return (
    <main id="content">
      <Hero />
      <Services />
      <Process />
      <WhyUs />
      <Faq />
      <Contact />
    </main>
  );
}

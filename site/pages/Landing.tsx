import { Contact } from '#site/sections/Contact/Contact.tsx';
import { Faq } from '#site/sections/Faq/Faq.tsx';
import { Hero } from '#site/sections/Hero/Hero.tsx';
import { Process } from '#site/sections/Process/Process.tsx';
import { Services } from '#site/sections/Services/Services.tsx';
import { WhyUs } from '#site/sections/WhyUs/WhyUs.tsx';

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

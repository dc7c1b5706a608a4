/** The Italy card's picture: a Roman arcade, round arches in two storeys, as round as the portal is pointed. */
const bay = 80;
const bays = [0, 1, 2, 3, 4, 5];

const storey = (foot: number, height: number) =>
  bays
    .map((index) => {
      const left = index * bay + 18;
      const radius = (bay - 36) / 2;
      return `M${left} ${foot}v${-(height - radius)}a${radius} ${radius} 0 0 1 ${radius * 2} 0V${foot}`;
    })
    .join('');

const pillars = bays.map((index) => `M${index * bay} 36V240M${index * bay + 8} 36V240`).join('');

export const arcade = `<g fill="none" stroke="currentColor" stroke-width="1.5"><path d="M0 12h480M0 22h480M0 34h480M0 128h480M0 138h480M0 236h480"/><path d="${pillars}" stroke-opacity=".45"/><path d="${storey(126, 76)}${storey(234, 84)}" fill="currentColor" fill-opacity=".16"/></g>`;

/** The page about the site. */
export const about = {
  title: 'About Conclave',
  lead: 'Conclave is an online table for heavy board games: the rules are enforced, every question is asked at the right time, and anyone can check the dice.',
  fairTitle: 'Provably fair',
  fair: 'Before a match begins, a hash of its secret seed is published; after it ends, the seed itself. With both, anyone can check every shuffle and every roll.',
  rightsTitle: 'Credits and licences',
  rights: 'Card names belong to their publishers; texts, art and code are ours.',
  creditsTitle: 'Thanks',
  creditIcons: 'Card and game icons',
  creditControls: 'Button icons',
  creditFonts: 'Fonts',
  licence: 'Licence',
  by: 'by',
  changed: 'Recoloured and cropped by us.',
};

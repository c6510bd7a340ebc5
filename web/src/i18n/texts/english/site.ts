/** The server itself, as its host has made it. */
export const site = {
  footer: 'About this server',
  rules: 'House rules',
  terms: 'Terms',
  privacy: 'Privacy',
  imprint: 'Imprint',
  contact: 'Contact',
  maintenance: 'Maintenance: running matches go on, none begins.',
  noGuests: 'On this server you need an account to play.',
  noRegistration: 'This server takes no new accounts.',
  byInvitation:
    'This server admits people by invitation. The link that you have got contains the code.',
  invitation: 'Code of the invitation',
  accept: 'With an account you accept:',
};

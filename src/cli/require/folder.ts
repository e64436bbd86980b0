// Where modules of networks are kept in a project, from the folder of pact.yaml.

export const requirementsFolder = 'requirements';

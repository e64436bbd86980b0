// The folder of required modules, relative to the folder of pact.yaml.

export const requirementsFolder = 'requirements';

// The rules of the extension's scripts (.oxlintrc.json), and the strict ones of typescript-eslint.

import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', '.examples', '.test', 'src/api.ts'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', 500],
      'max-lines-per-function': ['error', 60],
      'no-var': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            {
              from: 'package',
              package: 'node:test',
              name: ['test', 'before', 'after', 'beforeEach'],
            },
          ],
        },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    // Generated: a row for each operation.
    files: ['src/tables.ts'],
    rules: { 'max-lines': 'off' },
  },
);

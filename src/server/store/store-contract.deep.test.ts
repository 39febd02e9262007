/** Runs the contract on every engine, including Postgres behind a transaction pooler. */
import './store-contract.test.ts';

/** On every engine, Postgres behind a transaction pooler among them. */
import './store-contract.test.ts';

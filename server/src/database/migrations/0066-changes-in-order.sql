-- listChanges walks the history by transaction: numbers are handed out before they are committed, so their order alone could
-- skip a row that is committed late.

create index history_tx_idx on history (tx, historyid);

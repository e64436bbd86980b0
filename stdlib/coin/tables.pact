; The tables of the coin contract, made in the transaction that deploys it: nothing can make them later.

(create-table coin.coin-table)
(create-table coin.allocation-table)

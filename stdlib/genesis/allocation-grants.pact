; What the owners of allocations pay the gas of their release with.

(coin.coinbase "allocation00" (keyset-ref-guard "allocation00") 100000.0)
(coin.coinbase "allocation01" (keyset-ref-guard "allocation01") 100000.0)
(coin.coinbase "allocation02" (keyset-ref-guard "allocation02") 100000.0)

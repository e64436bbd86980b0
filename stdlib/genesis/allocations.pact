; Amounts that their keysets can release: one at once, one in the year 2100, one at once.

(coin.create-allocation-account "allocation00"
  (time "1900-10-15T18:00:00Z")
  "allocation00"
  1000000.0)
(coin.create-allocation-account "allocation01"
  (time "2100-10-31T18:00:00Z")
  "allocation01"
  1000000.0)
(coin.create-allocation-account "allocation02"
  (time "1900-10-31T18:00:00Z")
  "allocation02"
  1000000.0)

; The interface of tokens that can be transferred between chains: what signers agree to, and which
; event tells of an arrival.

(interface fungible-xchain-v1
  @doc "Transfers of a fungible token between chains: their capability and their event."

  (defcap TRANSFER_XCHAIN:bool (sender:string receiver:string amount:decimal target-chain:string)
    @doc "Allows SENDER to transfer at most AMOUNT to RECEIVER on TARGET-CHAIN, once."
    @managed amount TRANSFER_XCHAIN-mgr)

  (defun TRANSFER_XCHAIN-mgr:decimal (managed:decimal requested:decimal)
    @doc "Returns 0.0, because one transfer uses up the capability. Fails if REQUESTED is more \
         \than MANAGED.")

  (defcap TRANSFER_XCHAIN_RECD:bool
    (sender:string receiver:string amount:decimal source-chain:string)
    @doc "The event of an amount that arrived from SOURCE-CHAIN."
    @event)
)

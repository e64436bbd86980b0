; The rule about changing the URI of a token. Tokens whose policies have no such rule keep their URI.

(interface updatable-uri-policy-v1
  @doc "A rule about changing the URI of a token."

  (defun enforce-update-uri:bool (token:object{token-policy-v2.token-info} new-uri:string)
    @doc "Decides whether the URI of TOKEN may become NEW-URI."
    @model [(property (!= new-uri ""))])
)

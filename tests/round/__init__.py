"""`pitboss settle` held to its law, sentence by sentence."""

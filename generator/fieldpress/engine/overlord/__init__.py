"""The overlord ruleset: an operational block game of corps, divisions, sectors and weeks."""

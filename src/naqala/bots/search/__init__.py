"""Looking ahead: whole turns, replies and Yazid's dice."""

"""The commando ruleset: one side attacks Terrain by Terrain, the other defends Unit by Unit."""

"""What people see and touch: thin Kivy widgets that copy a view. One module and one .kv file per screen."""

"""`review`: the changes of a port one by one, what each is for, and the script with those that were accepted."""

"""What is written on paper or phone: is it complete, is it possible, is it likely?"""

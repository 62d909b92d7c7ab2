conda create -y -n issue_left-shift-far python=3.11
conda activate issue_left-shift-far
pip install -r requirements.txt pytest
pytest -sx test_issue_left-shift-far.py

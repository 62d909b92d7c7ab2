conda create -y -n issue_resize-exclude-outside python=3.11
conda activate issue_resize-exclude-outside
pip install -r requirements.txt pytest
pytest -sx test_issue_resize-exclude-outside.py

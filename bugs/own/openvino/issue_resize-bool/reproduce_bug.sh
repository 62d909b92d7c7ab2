conda create -y -n issue_resize-bool python=3.11
conda activate issue_resize-bool
pip install -r requirements.txt pytest
pytest -sx test_issue_resize-bool.py

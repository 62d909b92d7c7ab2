conda create -y -n issue_meshgrid-no-keywords python=3.11
conda activate issue_meshgrid-no-keywords
pip install -r requirements.txt pytest
pytest -sx test_issue_meshgrid-no-keywords.py

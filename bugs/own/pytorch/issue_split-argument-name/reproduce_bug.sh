conda create -y -n issue_split-argument-name python=3.11
conda activate issue_split-argument-name
pip install -r requirements.txt pytest
pytest -sx test_issue_split-argument-name.py

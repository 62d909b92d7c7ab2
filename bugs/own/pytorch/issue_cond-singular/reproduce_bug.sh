conda create -y -n issue_cond-singular python=3.11
conda activate issue_cond-singular
pip install -r requirements.txt pytest
pytest -sx test_issue_cond-singular.py

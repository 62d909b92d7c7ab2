conda create -y -n issue_isinf-attributes python=3.11
conda activate issue_isinf-attributes
pip install -r requirements.txt pytest
pytest -sx test_issue_isinf-attributes.py

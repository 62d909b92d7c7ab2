conda create -y -n issue_sgn-complex-large python=3.11
conda activate issue_sgn-complex-large
pip install -r requirements.txt pytest
pytest -sx test_issue_sgn-complex-large.py

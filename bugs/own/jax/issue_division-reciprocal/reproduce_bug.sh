conda create -y -n issue_division-reciprocal python=3.11
conda activate issue_division-reciprocal
pip install -r requirements.txt pytest
pytest -sx test_issue_division-reciprocal.py

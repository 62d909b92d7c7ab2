conda create -y -n issue_expi-overflow python=3.11
conda activate issue_expi-overflow
pip install -r requirements.txt pytest
pytest -sx test_issue_expi-overflow.py

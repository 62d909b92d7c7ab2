conda create -y -n issue_bitshift-saturates python=3.11
conda activate issue_bitshift-saturates
pip install -r requirements.txt pytest
pytest -sx test_issue_bitshift-saturates.py

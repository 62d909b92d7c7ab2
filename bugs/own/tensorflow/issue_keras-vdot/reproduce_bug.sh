conda create -y -n issue_keras-vdot python=3.11
conda activate issue_keras-vdot
pip install -r requirements.txt pytest
pytest -sx test_issue_keras-vdot.py
